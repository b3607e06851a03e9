/** The size in bytes of the largest file that is read: an organization of 100,000 members takes some 15 MiB. */
export const maxPartBytes = 64 * 1024 * 1024;
