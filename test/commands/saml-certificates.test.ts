import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type SelfSigned, selfSigned } from '../support/certificate.ts';
import { scriptedCli } from '../support/cli.ts';
import { testNow } from '../support/test-system.ts';

const { cert, key }: SelfSigned = selfSigned('idp.example', { from: testNow, days: 400 });
const { privateKey: rsa, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const passphrase = 'a-passphrase';
const encrypted = { cipher: 'aes-128-cbc', passphrase } as const;
const der = (type: 'pkcs8' | 'pkcs1') => rsa.export({ type, format: 'der' }).toString('base64');
const pem = (label: string) => `-----BEGIN ${label}-----\nZGVtbw==\n-----END ${label}-----\n`;
const base64 = cert.replace(/-----[A-Z ]+-----|\n/g, '');

const secrets: Record<string, string> = {
  'a private key': key,
  'a private key of RSA': rsa.export({ type: 'pkcs1', format: 'pem' }).toString(),
  'an encrypted private key': rsa.export({ type: 'pkcs8', format: 'pem', ...encrypted }).toString(),
  'the key before the certificate': key + cert,
  'the key after the certificate': cert + key,
  'a private key in base64': der('pkcs8'),
  'a private key of RSA in base64': der('pkcs1'),
  'an encrypted private key in base64': rsa
    .export({ type: 'pkcs8', format: 'der', ...encrypted })
    .toString('base64'),
  'a key of PuTTY': 'PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\nAAAA\n',
};

const others: Record<string, [content: string, what: string]> = {
  'a public key': [publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'is a public key'],
  'a public key in base64': [
    publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    'is a public key',
  ],
  'a public key of SSH': ['ssh-ed25519 AAAA me', 'is a public key'],
  'a request': [pem('CERTIFICATE REQUEST'), 'is a certificate signing request'],
  'an old request': [pem('NEW CERTIFICATE REQUEST'), 'is a certificate signing request'],
  nothing: ['', 'is empty'],
  'white space': [' \n', 'is empty'],
  several: [cert + cert + cert, 'holds 3 certificates'],
  'a damaged certificate': [pem('CERTIFICATE'), 'is a damaged certificate'],
  'a certificate and something else': [cert + pem('DH PARAMETERS'), 'holds more than a certificate'],
  'a certificate and more bytes': [
    Buffer.concat([Buffer.from(base64, 'base64'), Buffer.alloc(3)]).toString('base64'),
    'holds more than a certificate',
  ],
  metadata: ['<EntityDescriptor/>', 'is XML, such as the metadata of an identity provider'],
  'a bundle': [pem('PKCS7'), 'is a bundle of certificates (PKCS #7)'],
  'a list': [pem('X509 CRL'), 'is a revocation list'],
  prose: ['hello, world', 'is no X.509 certificate'],
  'base64 of prose': [Buffer.from('hello, world').toString('base64'), 'is no X.509 certificate'],
};

const lines = ['saml create --label Okta', 'saml update saml_okta', 'saml create --label Okta --dry-run'];
const works = () => ({ json: { id: 'saml_okta' } });

describe('a certificate that is none', () => {
  test.for(Object.entries(secrets))('%s is not sent, and not shown', async ([, content]) => {
    const docs = await scriptedCli(works, { 'idp.pem': content });
    for (const line of lines) {
      const run = await docs(`${line} --certificate idp.pem --debug`);
      expect(run).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(
          'error: --certificate idp.pem holds a private key; nothing was sent\n',
        ),
        requests: [],
      });
      const shown = content.split('\n').filter((part) => part.length > 20 && run.stderr.includes(part));
      expect(shown).toEqual([]);
    }
  });

  test('a private key in --input is refused as well', async () => {
    const docs = await scriptedCli(works, { 'body.json': JSON.stringify({ certificate: key }) });
    expect(await docs('saml update saml_okta --input body.json --dry-run')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('error: field "certificate" holds a private key; nothing was sent\n'),
    });
  });

  test.for(Object.entries(others))('%s is named as what it is', async ([, [content, what]]) => {
    const docs = await scriptedCli(works, { 'idp.pem': content });
    for (const line of lines) {
      const run = await docs(`${line} --certificate idp.pem`);
      expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
      expect(run.stderr).toContain(`error: --certificate idp.pem ${what}; nothing was sent\n`);
      expect(run.stderr).toContain('hint: give one X.509 certificate, as PEM or as the base64 of DER');
    }
  });
});

describe('a certificate', () => {
  test.for([
    ['PEM', cert],
    ['PEM with text around it', `Bag Attributes\n${cert}\n`],
    ['base64', base64],
    ['base64 in lines', base64.replace(/.{40}/g, '$&\r\n')],
  ] as const)('as %s is sent as it is', async ([, content]) => {
    const docs = await scriptedCli(works, { 'idp.pem': content });
    const run = await docs('saml update saml_okta --certificate idp.pem');
    expect(run).toMatchObject({ code: 0, stderr: '', requests: [{ body: { certificate: content } }] });
  });

  test.for([
    [-1, 'expired on 2026-05-31'],
    [0.5, 'expires on 2026-06-02, in less than a day'],
    [1, 'expires on 2026-06-02, in 1 day'],
    [9.7, 'expires on 2026-06-11, in 9 days'],
    [30, 'expires on 2026-07-01, in 30 days'],
  ] as const)('that is valid for %d days is warned of', async ([days, what]) => {
    const soon = selfSigned('idp.example', { from: testNow, days }).cert;
    const docs = await scriptedCli(works, { 'idp.pem': soon });
    const run = await docs('saml update saml_okta --certificate idp.pem');
    expect(run).toMatchObject({ code: 0, requests: [{ method: 'PATCH' }] });
    expect(run.stderr).toBe(`warning: --certificate idp.pem: the certificate ${what}\n`);
  });

  test('expires in as many days in a table as in the warning', async () => {
    const soon = selfSigned('idp.example', { from: testNow, days: 9.7 }).cert;
    const providers = [{ id: 'saml_a', label: 'A', certificate: soon }];
    const docs = await scriptedCli(({ path }) => ({
      json: { items: path.includes('/saml') ? providers : [] },
    }));
    const list = await docs('saml list --fields certificateExpires', { terminal: true });
    expect(list.stdout).toContain('(in 9 days)');
    expect((await docs('doctor --fields detail')).stdout).toContain('in 9 days');
  });

  test('is shown with its subject, expiry and fingerprint, by get and list', async () => {
    const fields = 'certificateSubject,certificateExpires,certificateFingerprint';
    const providers = [
      { id: 'saml_a', label: 'A', certificate: cert },
      { id: 'saml_b', label: 'B', certificate: 'none at all!' },
      { id: 'saml_c', label: 'C' },
    ];
    const docs = await scriptedCli(({ path }) => ({
      json: path.endsWith('saml_a') ? providers[0] : { items: providers },
    }));
    const list = await docs(`saml list -o tsv --no-headers --fields id,${fields}`);
    const [first, ...rest] = list.stdout.replace(/\n$/, '').split('\n');
    expect(first).toMatch(
      /^saml_a\tCN=idp\.example\t2027-07-06T12:00:00\.000Z\t([0-9A-F]{2}:){31}[0-9A-F]{2}$/,
    );
    expect(rest).toEqual(['saml_b\t(is no X.509 certificate)\t\t', 'saml_c\t\t\t']);
    const shown = await docs('saml get saml_a --plain --no-color', { terminal: true });
    expect(shown.stdout).toMatch(/^certificateSubject: CN=idp\.example$/m);
    expect(JSON.parse((await docs('saml get saml_a --json')).stdout)).toEqual(providers[0]);
  });
});

describe('flags that are addresses', () => {
  test.for([
    ['saml update s --sso-url okta.example/sso', '--sso-url'],
    ['saml update s --sso-url javascript:alert(1)', '--sso-url'],
    ['openapi create s --url ftp://x.example', '--url'],
    ['content import --space s --change-request 1 --source website --url wiki', '--url'],
    ['git import --space s --ref main --url repository', '--url'],
    ['git import --space s --ref main --url file:///etc/passwd', '--url'],
    ['git import --space s --ref main --url https://g.example/a.git --repo-tree-url tree', '--repo-tree-url'],
    [
      'git import --space s --ref main --url https://g.example/a.git --repo-commit-url c',
      '--repo-commit-url',
    ],
    [
      'git import --space s --ref main --url https://g.example/a.git --provider p --provider-url g',
      '--provider-url',
    ],
    ['sites update s --proxy "not an address"', '--proxy'],
    ['sites update s --proxy ftp://x.example', '--proxy'],
  ] as const)('%s is refused', async ([line, flag]) => {
    const docs = await scriptedCli(works);
    const run = await docs(line);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(`invalid ${flag}`);
  });

  test.for([
    'sites update s --proxy docs.example/help',
    'sites update s --proxy https://docs.example:8443/help',
    'git import --yes --space s --ref main --url git@github.example:acme/guides.git',
    'git import --yes --space s --ref main --url ssh://git@github.example/acme/guides.git',
    'git import --yes --space s --ref main --url https://me:word@github.example/acme/guides.git',
  ])('%s is sent', async (line) => {
    const docs = await scriptedCli(works);
    expect(await docs(line)).toMatchObject({ code: 0, requests: [expect.anything()] });
  });
});
