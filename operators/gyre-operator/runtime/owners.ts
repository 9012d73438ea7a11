import { invalid } from '#kit/errors.ts';
import type { KubeObject, OwnerReference } from './objects.ts';

/**
 * The reference that makes the server delete an object with its owner. INVALID_ARGUMENT if the owner was not read from the API server.
 * An owner lies in the namespace of what it owns, or in none.
 */
export function ownedBy({ apiVersion, kind, metadata: { name, uid } }: KubeObject): OwnerReference {
  if (!uid) throw invalid('owner.metadata.uid', `of ${name} is missing`, 'pass the object as it was read');
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** The owner that controls the object, if any. */
export function controllerOf({ metadata: { ownerReferences = [] } }: KubeObject): OwnerReference | undefined {
  return ownerReferences.find(({ controller }) => controller);
}

/** For indexers: objects by the uid of who controls them. */
export function ownerIndex(object: KubeObject): readonly string[] {
  const owner = controllerOf(object);
  return owner ? [owner.uid] : [];
}

/** For `watches`: the key of the controlling owner, where that is of this kind. */
export function ownerKeys(kind: string): (object: KubeObject) => readonly string[] {
  return (object) => {
    const owner = controllerOf(object);
    if (owner?.kind !== kind) return [];
    const { namespace } = object.metadata;
    return [namespace ? `${namespace}/${owner.name}` : owner.name];
  };
}
