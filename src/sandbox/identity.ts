/** Where the sandbox profile's requests seem to go, for dry runs and debug output; nothing listens there. */
export const sandboxBaseUrl = 'http://sandbox.localhost';
/** The token of the in-process sandbox: no secret, it opens only the user's own file. */
export const sandboxToken = 'sandbox-token';
/** The organization of the demo data that the sandbox profile works on. */
export const sandboxOrg = 'org_acme';
/** The user whose token every request of the demo data's organization carries. */
export const sandboxCaller = 'user_ada';
