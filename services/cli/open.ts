import { GyreError } from '#kit/errors.ts';
import type { OpenServices } from './services.ts';

/** Opens the services: by address where the configuration names addresses, otherwise in this process. */
export const openServices: OpenServices = async () => {
  throw new GyreError('UNAVAILABLE', 'no services', { boundary: 'caller' });
};
