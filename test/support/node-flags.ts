// Tests run much code a few times only. The V8 of Node 20 optimizes it early; eight times as late, a tenth of the CPU time
// goes away. Later versions wait by themselves, and do not know the flag.
const optimizeLater = process.versions.v8.startsWith('11.') ? ['--interrupt-budget=540000'] : [];

/** For processes that run many tests. They make much that lives for one command line: with more room, it is looked through less often. */
export const nodeFlags = ['--max-semi-space-size=64', ...optimizeLater];
