import { chmod, copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Recipe } from '../types.ts';

const VERSION = '1.47.0';
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
const [POM, WRAPPER, SCRIPT] = ['pom.xml', 'MongoJavaServer.java', 'mongo-java-server.sh'].map((file) => join(import.meta.dirname, file)) as [string, string, string];

/**
 * mongo-java-server: the MongoDB wire protocol in one small process, for tests. No real mongod is looked for: what the suites may
 * rely on is what this one can do, and its start differs.
 */
export const mongo: Recipe = {
  name: 'mongo',
  version: VERSION,
  how: `mvn and javac, mongo-java-server ${VERSION}`,
  minutes: 1,
  program: 'bin/mongo-java-server',
  sources: [POM, WRAPPER, SCRIPT],
  async install({ folder, run }) {
    const at = (...path: string[]) => join(folder, ...path);
    for (const part of ['bin', 'classes', 'lib']) await mkdir(at(part));
    const unfetched = await run('mvn', ['-B', '-C', '-q', '-f', POM, COPY, `-DoutputDirectory=${at('lib')}`]);
    if (unfetched !== undefined) return unfetched;
    const jars = (await readdir(at('lib'))).map((jar) => at('lib', jar));
    const failed = await run('javac', ['--release', '17', '-d', at('classes'), '-cp', jars.join(':'), WRAPPER]);
    if (failed !== undefined) return failed;
    await copyFile(SCRIPT, at('bin', 'mongo-java-server'));
    await chmod(at('bin', 'mongo-java-server'), 0o755);
    return undefined;
  },
};
