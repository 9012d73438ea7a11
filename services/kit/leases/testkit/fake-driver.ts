import { GyreError } from '../../errors.ts';
import type { DeviceAddress, DeviceDriver } from '../driver.ts';

type Ill = 'reset fails' | 'reset hangs' | 'check fails';

/** Devices that exist in a spec alone: they do what they are told, and note what was asked of them. */
export class FakeDriver implements DeviceDriver {
  /** What is wrong with a device, by its name. */
  readonly ills = new Map<string, Ill>();
  readonly asked: { readonly what: 'reset' | 'check'; readonly device: string; readonly token: number; readonly mode?: 'Graceful' | 'Force' }[] = [];

  async reset(device: DeviceAddress, { mode }: { readonly mode: 'Graceful' | 'Force' }, signal: AbortSignal): Promise<void> {
    this.asked.push({ what: 'reset', device: device.name, token: device.fencingToken, mode });
    const ill = this.ills.get(device.name);
    if (ill === 'reset fails') throw new GyreError('UNAVAILABLE', 'it did not come up again.', { boundary: 'device', details: { step: 'Reboot' } });
    if (ill === 'reset hangs') await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
  }

  check(device: DeviceAddress): Promise<Readonly<Record<string, string>>> {
    this.asked.push({ what: 'check', device: device.name, token: device.fencingToken });
    if (this.ills.get(device.name) === 'check fails') return Promise.reject(new GyreError('UNAVAILABLE', 'it does not answer.', { boundary: 'device' }));
    return Promise.resolve({ model: 'fake' });
  }

  resets(device: string): number {
    return this.asked.filter((each) => each.what === 'reset' && each.device === device).length;
  }
}
