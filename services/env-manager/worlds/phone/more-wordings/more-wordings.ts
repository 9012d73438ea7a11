/** Further train wordings by intent: written apart from the intents, without sight of the held-out wordings. */
export type MoreWordings = { readonly [intent: string]: { readonly en: readonly string[]; readonly zh: readonly string[] } };
