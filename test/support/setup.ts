// Every test file evaluates this file; what it imports is evaluated once in each worker, which runs many files.
import fc from 'fast-check';
import './patched-libraries.ts';

// The same values in every run: a change is not refused for a fault that was there before. A hunt takes other seeds.
fc.configureGlobal({ seed: Number(process.env.DOCS_ADMIN_TEST_SEED ?? 20_260_601) });
