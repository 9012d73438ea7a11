// Makes one of the chart's own MongoDB servers ready, for mongosh as its root user; may be run again. Read from the environment:
// MEMBER (HOST:PORT of the one member), DATABASE, ROLES ({user: role}); /users holds a file with the password of each user.
const { readFileSync } = require('fs');

const WAIT_MS = 1000;
const TRIES = 120;

try {
  rs.status();
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  rs.initiate({ _id: 'gyre', members: [{ _id: 0, host: process.env.MEMBER }] });
}
for (let tries = 0; !db.hello().isWritablePrimary; tries++) {
  if (tries === TRIES) throw new Error(`${process.env.MEMBER} has not become primary; see its log`);
  sleep(WAIT_MS);
}

load('/scripts/roles.js');
const target = db.getSiblingDB(process.env.DATABASE);
for (const [user, role] of Object.entries(JSON.parse(process.env.ROLES))) {
  const given = { pwd: readFileSync(`/users/${user}`, 'utf8').trim(), roles: [role] };
  if (target.getUser(user) === null) target.createUser({ user, ...given });
  else target.updateUser(user, given);
}
print(`${process.env.DATABASE}: ready`);
