import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a certificate signed with it, as PEM. */
export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

/** Makes a certificate for `host`, valid from a week before `from` until `days` days after it. */
export function selfSigned(
  host: string,
  { from = Date.now(), days = 1, curve = 'P-256', hash = 'sha256' } = {},
): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve });
  const signatureAlgorithm = sequence(oid(hash === 'sha1' ? '2a8648ce3d0401' : '2a8648ce3d040302'));
  const name = sequence(set(sequence(oid('550403'), der(0x0c, Buffer.from(host)))));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    signatureAlgorithm,
    name,
    sequence(time(from, -7), time(from, days)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(host))))))),
  );
  const signature = sign(hash, content, privateKey);
  const certificate = sequence(
    content,
    signatureAlgorithm,
    der(0x03, Buffer.concat([Buffer.of(0), signature])),
  );
  const base64 = certificate.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}

/** Encodes one value for a certificate: its type, its length, its content. */
function der(type: number, content: Buffer): Buffer {
  const { length } = content;
  const long =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(type, ...long), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(...parts: Buffer[]): Buffer {
  return der(0x31, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function time(from: number, days: number): Buffer {
  const moment = new Date(from + days * 86_400_000);
  return der(0x18, Buffer.from(moment.toISOString().replace(/[-:T]|\.\d+/g, '')));
}
