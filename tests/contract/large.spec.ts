import { largeContract } from './large.contract.ts';

largeContract('SQLite', (folder) => `sqlite:${folder}/gyre.db`);
