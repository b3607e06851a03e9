// Every test file evaluates this file; what it imports is evaluated once in each worker, which runs many files.
import './patched-libraries.ts';
