/** A key that signs packs. */
export interface SigningKey {
  /** The armoured SSH signature of these bytes in its canonical form, made for packs. */
  sign(message: Uint8Array): Promise<string>;
}
