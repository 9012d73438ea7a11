/** What other services may import of the verifier: pure functions and types. */
export { type Perturbation, perturbations, weaknesses } from './audit/soundness.ts';
export { canonicalKey, containsText, meets, sameValue } from './canonical.ts';
export { type CriteriaDoc, criteriaOf, TASK_CRITERIA, type VerdictDoc, VERDICTS, verdictsOf } from './collections.ts';
export { MEMORY_TABLE, VERIFIER_VERSION, verify, type VerifyOptions } from './verify.ts';

/** The composition of the service, for the processes that host it. */
export { openVerifierHandlers, VERIFIER_ACCESS, type VerifierDependencies, verifierHandlers } from './service.ts';
