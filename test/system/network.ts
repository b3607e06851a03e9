import type { TransportFailure } from '../../src/errors.ts';
import type { WireAnswer, WireRequest } from '../../src/ports.ts';
import { createNetwork, type NetworkEnvironment, type NetworkLimits } from '../../src/system/transport.ts';

export const neverAborted = new AbortController().signal;

const roomyLimits: NetworkLimits = { connect: 10_000, idleBody: 10_000, maxBody: 1024 * 1024 };

/** One client, with limits that no test meets by chance. */
export function network({
  limits = {},
  timeout = 10_000,
  ...environment
}: Partial<Omit<NetworkEnvironment, 'limits'>> & { limits?: Partial<NetworkLimits>; timeout?: number } = {}) {
  const warnings: string[] = [];
  const transport = createNetwork({
    env: {},
    verifyTls: true,
    warn: (message) => warnings.push(message),
    limits: { ...roomyLimits, ...limits },
    ...environment,
  })({ timeout });
  const send = (url: string, request: Partial<WireRequest> = {}, signal = neverAborted) =>
    transport({ method: 'GET', url, headers: {}, ...request }, signal);
  return { send, warnings };
}

export function text({ body }: WireAnswer): string {
  return Buffer.from(body).toString();
}

/** What a request fails with. */
export async function failure(sending: Promise<WireAnswer>): Promise<TransportFailure> {
  try {
    await sending;
  } catch (error) {
    return error as TransportFailure;
  }
  throw new Error('the request did not fail');
}
