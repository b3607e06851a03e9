// transport.ts loads parts of undici one by one, without its index. They have no types of their own.

declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}

declare module 'undici/lib/core/connect.js' {
  type OpenSocket = import('./connect.ts').OpenSocket;
  type TlsOptions = import('./connect.ts').TlsOptions;
  export default function build(options: TlsOptions & { timeout: number }): OpenSocket;
}
