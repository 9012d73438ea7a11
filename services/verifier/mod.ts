/** What other services may import of the verifier: pure functions and types. */
export { canonicalKey, containsText, meets, sameValue } from './canonical.ts';
export { MEMORY_TABLE, VERIFIER_VERSION, verify, type VerifyOptions } from './verify.ts';
