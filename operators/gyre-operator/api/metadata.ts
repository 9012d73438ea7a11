/** What every object of Kubernetes carries, as JSON: times are RFC 3339 text. */
export interface ObjectMeta {
  name?: string;
  namespace?: string;
  uid?: string;
  /** Opaque; what a compare-and-swap compares. */
  resourceVersion?: string;
  /** Grows with each change of the spec. */
  generation?: number;
  creationTimestamp?: string;
  /** Set once deletion is asked for; the object goes when its finalizers have gone. */
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
}

/** The object that this one goes with. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}
