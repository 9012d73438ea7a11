/** The scheme of a driver URL with its colon (`sqlite:`, `nats:`); empty if the text has none. */
export function schemeOf(url: string): string {
  return /^[a-z][a-z0-9+]*:/.exec(url)?.[0] ?? '';
}

/** The URL as it may be shown: user names and passwords are cut out. */
export function withoutCredentials(url: string): string {
  return url.replace(/\/\/[^/]*@/g, '//…@');
}
