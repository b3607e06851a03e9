import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { selfSigned } from '../../support/certificate.ts';
import { type CreateListener, inTurn, json, overTls, silent } from '../../support/scripted-server.ts';
import { faults, onStage } from '../../support/stage.ts';

const get = 'GET /v1/orgs/org_acme/sites/s';
const site = inTurn(json({ id: 's' }));
/** Speaks before it is spoken to, as mail servers do. */
const withoutTls: CreateListener = (onConnection) =>
  createServer((socket) => {
    onConnection(socket);
    socket.end('220 mail.example ready\r\n');
  });
const authorities = /hint: .*--ca-file.*NODE_EXTRA_CA_CERTS/;

faults({
  'a self-signed certificate': {
    service: site,
    listener: overTls(selfSigned('localhost')),
    line: 'sites get s --max-retries 3',
    code: 7,
    stderr: [
      /^error: the certificate of localhost:\d+ is self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)\n/,
      authorities,
    ],
  },
  'a self-signed certificate, for a POST': {
    service: site,
    listener: overTls(selfSigned('localhost')),
    line: 'sites create --title Handbook',
    code: 7,
    stderr: /is self-signed/,
  },
  'no TLS where TLS is expected': {
    service: silent,
    listener: withoutTls,
    line: 'sites get s',
    code: 7,
    stderr: /^error: no TLS connection with localhost:\d+: /,
  },
  'verification that is switched off': {
    service: site,
    listener: overTls(selfSigned('elsewhere', { days: -1 })),
    line: 'sites get s -o id',
    env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    code: 0,
    stdout: 's\n',
    stderr: /^warning: TLS verification is off \(NODE_TLS_REJECT_UNAUTHORIZED=0\)[^\n]*\n$/,
    requests: [get],
  },
});

test.concurrent.for([
  ['has expired (CERT_HAS_EXPIRED)', selfSigned('localhost', { days: -1 })],
  ['is for another host (ERR_TLS_CERT_ALTNAME_INVALID)', selfSigned('elsewhere')],
] as const)('a certificate of a known authority that %s', ([problem, certificate]) =>
  onStage(async (stage) => {
    await stage.service(site, overTls(certificate));
    await stage.write({ 'ca.pem': certificate.cert });
    const { stderr } = await stage.run(
      'sites get s --max-retries 3',
      { code: 7, stderr: [`error: the certificate of {host} ${problem}`, authorities] },
      { env: { NODE_EXTRA_CA_CERTS: `${stage.home}/ca.pem` } },
    );
    expect(stderr).not.toMatch(/REJECT_UNAUTHORIZED|insecure|verif/i);
  }),
);

const trusting: Readonly<Record<string, readonly [line: string, env: Record<string, string>]>> = {
  'in NODE_EXTRA_CA_CERTS': ['', { NODE_EXTRA_CA_CERTS: 'ca.pem' }],
  'with --ca-file': ['--ca-file ca.pem', {}],
  'in DOCS_ADMIN_CA_FILE': ['', { DOCS_ADMIN_CA_FILE: 'ca.pem' }],
  'in NODE_EXTRA_CA_CERTS, and another one with --ca-file': [
    '--ca-file other.pem',
    { NODE_EXTRA_CA_CERTS: 'ca.pem' },
  ],
};

test.concurrent.for(Object.entries(trusting))('a private authority that is named %s', ([, [flags, env]]) =>
  onStage(async (stage) => {
    const certificate = selfSigned('localhost');
    await stage.service(site, overTls(certificate));
    await stage.write({ 'ca.pem': certificate.cert, 'other.pem': selfSigned('elsewhere').cert });
    await stage.run(`sites get s -o id ${flags}`, { code: 0, stdout: 's\n', requests: [get] }, { env });
  }),
);

test.concurrent('a private authority that a profile names', () =>
  onStage(async (stage) => {
    const certificate = selfSigned('localhost');
    await stage.service(site, overTls(certificate));
    await stage.write({ 'ca.pem': `# ours\n${certificate.cert}${selfSigned('elsewhere').cert}` });
    await stage.run(['config', 'set', 'ca-file', 'ca.pem'], { code: 2, stderr: 'must be an absolute path' });
    await stage.run(['config', 'set', 'ca-file', `${stage.home}/ca.pem`], { code: 0, stderr: 'set ca-file' });
    await stage.run('sites get s -o id', { code: 0, stdout: 's\n', requests: [get] });
  }));

const { key, cert } = selfSigned('localhost');
const files: Readonly<Record<string, readonly [content: string | undefined, message: string]>> = {
  'is missing': [undefined, 'error: cannot read ca.pem: '],
  'is empty': ['', 'error: ca.pem contains no usable certificates'],
  'holds a key only': [key, 'error: ca.pem contains no usable certificates'],
  'holds a broken certificate': [cert.replace(/M/g, 'A'), 'error: ca.pem contains no usable certificates'],
};

faults(
  Object.fromEntries(
    Object.entries(files).map(([name, [content, message]]) => [
      `a file of authorities that ${name}`,
      {
        ...(content !== undefined && { files: { 'ca.pem': content } }),
        line: 'sites get s --ca-file ca.pem',
        code: 2,
        stderr: [
          message,
          '\nhint: --ca-file takes a file of certificates in PEM format; `docs-admin config list` shows',
        ],
      },
    ]),
  ),
);

test.concurrent('a handshake that never ends', () =>
  onStage(async (stage) => {
    await stage.service(silent);
    await stage.run('sites create --title Handbook --timeout 1 --base-url https://localhost:{port}', {
      code: 7,
      stderr: 'error: connect timed out after 2 s, after 2 attempts',
    });
  }));
