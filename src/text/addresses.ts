import { percentDecoded } from './decode.ts';

/** Parameters of addresses whose values open something. */
const secretName =
  /token|secret|passw|passphrase|signature|credential|^(?:sig|auth|code|key|pwd)$|(?:api|share|access|private)[-_]?key/i;

/** An address without what must not leave the service: user name, password, and parameters such as `token`. */
export function withoutCredentials(address: string): string {
  return address
    .replace(/^([a-z][a-z0-9+.-]*:[\\/]{2})[^/?#\\]*@/i, '$1')
    .replace(/([?#&])([^?#&]*)/g, (whole, mark: string, pair: string) => (isSecret(pair) ? mark : whole))
    .replace(/([?#&])&+/g, '$1')
    .replace(/[?&](?=#|$)/g, '');
}

function isSecret(pair: string): boolean {
  const [name = '', ...value] = pair.split('=');
  return value.length > 0 && secretName.test(percentDecoded(name));
}

/** The same for every address in a text. */
export function withoutCredentialsIn(text: string): string {
  return inAddresses(text, withoutCredentials);
}

/** A text whose addresses have `***` in the place of what must not leave the service: readers see that there was some. */
export function withHiddenCredentials(text: string): string {
  return inAddresses(text, (address) =>
    address
      .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#\\]*@/i, '$1***@')
      .replace(/([?#&])([^?#&]*)/g, (whole, mark: string, pair: string) =>
        isSecret(pair) ? `${mark}${pair.split('=')[0]}=***` : whole,
      ),
  );
}

function inAddresses(text: string, replace: (address: string) => string): string {
  return text.includes('://') ? text.replace(/[a-z][a-z0-9+.-]*:\/\/[^\s"'<>`\\]+/gi, replace) : text;
}
