import { expect, test } from 'vitest';
import { freshHome, onTerminal, runInstalled } from '../support/installed.ts';

test('someone new is shown the way, signs in, and works on their organization', async () => {
  const home = freshHome();
  const lost = await runInstalled(['sites', 'list'], { home });
  expect(lost).toMatchObject({ code: 4, stdout: '' });
  expect(lost.stderr).toMatch(/auth login.*--profile sandbox/);

  const service = onTerminal(['sandbox', 'serve', '--port', '0', '--json'], { columns: 300 });
  await service.waitFor(/\{.*\}/);
  const { baseUrl, token } = JSON.parse(/\{.*\}/.exec(service.text())?.[0] as string);

  const login = onTerminal(['auth', 'login'], { home });
  await login.waitFor('address of the service');
  login.send(`${baseUrl}\r`);
  await login.waitFor('API token for');
  login.send(`${token}\r`);
  await login.waitFor('Which organization?');
  login.send('Globex');
  await login.waitFor('(1 match)');
  login.send('\r');
  expect(await login.ended).toMatchObject({ exitCode: 0 });
  expect(login.text()).toContain(`signed in to ${baseUrl} (profile default, org_globex)`);
  expect(login.raw()).not.toContain(token);

  const teams = await runInstalled(['teams', 'list', '-o', 'id'], { home });
  expect(teams).toMatchObject({ code: 0, stderr: '' });
  const completed = await runInstalled(['__complete', '--', 'teams', 'get', ''], { home });
  expect(completed.stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(teams.stdout.split('\n'));
  service.send('\x03');
  expect(await service.ended).toMatchObject({ exitCode: 130 });
});
