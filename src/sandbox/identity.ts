/** The address that dry runs and debug output show for requests to the sandbox profile; nothing listens there. */
export const sandboxBaseUrl = 'http://sandbox.localhost';
/** The token of the in-process sandbox. It is no secret: it opens only the user's own file. */
export const sandboxToken = 'sandbox-token';
/** The organization that the sandbox profile uses. */
export const sandboxOrg = 'org_acme';
/** The user whose token every request to that organization carries. */
export const sandboxCaller = 'user_ada';
