import type { CallOptions, Client } from './client.ts';
import { isMissing } from './failure.ts';
import type { Resource } from './objects.ts';

/** Whether the API server serves the group and version of a resource: whether what it belongs to is installed. */
export async function isServed(client: Client, resource: Resource, options: CallOptions = {}): Promise<boolean> {
  try {
    await client.call('get', resource, { method: 'GET', path: `/apis/${resource.apiVersion}` }, options);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
