// The parts of undici that leaner.js looks into have no types of their own.

declare module 'undici/lib/core/diagnostics.js' {
  export const channels: Readonly<Record<string, unknown>>;
}

declare module 'undici/lib/llhttp/constants.js' {
  export const ERROR: Readonly<Record<string, number>>;
  export const TYPE: Readonly<Record<string, number>>;
}
