/** Milliseconds that a crashed process gets for its report. */
const grace = 1000;

/** Rejects with the first uncaught error of this process, and holds back Node's own report of it until then. */
export function createCrashWatch(): Promise<never> {
  const crashed = new Promise<never>((_, reject) => {
    // Unhandled rejections come here, too.
    process.on('uncaughtException', (error) => {
      process.exitCode = 1;
      reject(error);
      setTimeout(() => process.exit(1), grace).unref();
    });
  });
  crashed.catch(() => {});
  return crashed;
}
