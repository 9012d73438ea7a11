/** The blob port: immutable bytes by content, or by name for what must be found again (checkpoints, artifacts). */
export interface Blobs {
  /** Stores bytes under their digest and returns it (`sha256:<hex>`). Storing the same bytes twice is one blob. */
  put(bytes: Uint8Array): Promise<string>;
  /** NOT_FOUND if absent; INTERNAL if the bytes no longer match their digest. */
  get(digest: string): Promise<Uint8Array>;
  has(digest: string): Promise<boolean>;
  delete(digest: string): Promise<void>;
  close(): Promise<void>;
}
