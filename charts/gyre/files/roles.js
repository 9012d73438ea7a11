// Roles for the databases of Gyre, for mongosh: see README.md. May be run again: existing roles are brought to what is written here.

const STORE = process.env.GYRE_STORE_DATABASE || 'gyre';
const EVIDENCE = process.env.GYRE_EVIDENCE_DATABASE || 'evidence';

/** What each process does in the evidence database, by collection; whoever is not named has no business there. */
const EVIDENCE_ROLES = {
  // Inserts evidence, changes none, and reads it back for the verifier, over a call that only the verifier may make.
  gyreEnvManager: {
    evidence: ['find', 'insert'],
    evidence_logs: ['find', 'insert', 'update', 'remove'],
    migrations: ['find', 'insert', 'update'],
  },
  // Writes what tasks are checked by when it constructs them, and never again.
  gyreCurator: {
    task_criteria: ['find', 'insert'],
    task_witnesses: ['insert'],
    task_demonstrations: ['find', 'insert'],
    migrations: ['find', 'insert', 'update'],
  },
  // Reads, and writes nothing.
  gyreVerifier: {
    task_criteria: ['find'],
    migrations: ['find'],
  },
};

const evidence = db.getSiblingDB(EVIDENCE);
for (const [role, collections] of Object.entries(EVIDENCE_ROLES)) {
  const privileges = Object.entries(collections).map(([collection, actions]) => ({ resource: { db: EVIDENCE, collection }, actions }));
  if (evidence.getRole(role) === null) evidence.createRole({ role, privileges, roles: [] });
  else evidence.updateRole(role, { privileges, roles: [] });
}

// All services work in the store; none of them administers it.
const store = db.getSiblingDB(STORE);
const inStore = { privileges: [], roles: [{ role: 'readWrite', db: STORE }] };
if (store.getRole('gyreService') === null) store.createRole({ role: 'gyreService', ...inStore });
else store.updateRole('gyreService', inStore);
