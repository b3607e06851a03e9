import { expect, test } from 'vitest';
import { createRateGate, type Pass, type RateGate } from '../../src/api/rate-gate.ts';

function passOf(gate: RateGate, now: number): Pass {
  const answer = gate.ask(now);
  if (answer.may !== 'send') throw new Error(`the gate says ${answer.may}`);
  return answer;
}

test('an open gate lets everybody through', () => {
  const gate = createRateGate();
  passOf(gate, 0);
  passOf(gate, 0).handBack(false);
  expect(gate.ask(0).may).toBe('send');
});

test('a closed gate names the time, and never an earlier one', () => {
  const gate = createRateGate();
  gate.close(2000);
  gate.close(1000);
  expect(gate.ask(1999)).toEqual({ may: 'wait', until: 2000 });
});

test('one probe goes ahead; where it is accepted, the gate is open for all', async () => {
  const gate = createRateGate();
  gate.close(1000);
  const probe = passOf(gate, 1000);
  const behind = gate.ask(1000);
  if (behind.may !== 'wait-for-probe') throw new Error(behind.may);
  probe.handBack(true);
  await behind.probe;
  passOf(gate, 1000);
  passOf(gate, 1000);
});

test('a probe that failed is followed by another one', () => {
  const gate = createRateGate();
  gate.close(1000);
  passOf(gate, 1000).handBack(false);
  passOf(gate, 1000);
  expect(gate.ask(1000).may).toBe('wait-for-probe');
});

test('a throttled probe closes the gate again', () => {
  const gate = createRateGate();
  gate.close(1000);
  const probe = passOf(gate, 1000);
  gate.close(5000);
  probe.handBack(false);
  expect(gate.ask(1000)).toEqual({ may: 'wait', until: 5000 });
});

test('a probe does not open what another request has closed in the meantime', () => {
  const gate = createRateGate();
  gate.close(1000);
  const probe = passOf(gate, 1000);
  gate.close(5000);
  probe.handBack(true);
  expect(gate.ask(1000)).toEqual({ may: 'wait', until: 5000 });
});

test('a request that left before the gate closed does not open it', () => {
  const gate = createRateGate();
  const early = passOf(gate, 0);
  gate.close(1000);
  early.handBack(true);
  expect(gate.ask(0)).toEqual({ may: 'wait', until: 1000 });
});
