import { expect, it } from 'vitest';
import { random } from '#kit/random.ts';
import type { ChoiceBatch } from '../compact/network/mod.ts';
import { candidatesOf, rowsOf } from '../compact/network/mod.ts';
import { randomChoice, SMALL } from '../compact/network/network.testkit.ts';
import { Parcel } from './parcel.ts';

const choices = Array.from({ length: 300 }, (_, i) => randomChoice(SMALL, random('parcel', i), i % 2, 1 + (i % 7)));

const parcelOf = (some: readonly ChoiceBatch[]) => {
  const parcel = new Parcel();
  for (const choice of some) parcel.add(choice);
  return parcel;
};

/** The tensors by name, as the server reads them: little-endian 32-bit values. */
function read(parcel: Parcel): Record<string, number[]> {
  const { inputs, raw } = parcel.tensors();
  return Object.fromEntries(
    inputs.map(({ name, datatype, shape }, i) => {
      const bytes = raw[i] ?? Buffer.alloc(0);
      expect(shape).toEqual([1, bytes.length / 4]);
      const values = Array.from({ length: bytes.length / 4 }, (_, k) => (datatype === 'FP32' ? bytes.readFloatLE(4 * k) : bytes.readInt32LE(4 * k)));
      return [name, values];
    }),
  );
}

const counts = (offsets: Int32Array) => [...offsets.subarray(1)].map((end, i) => end - (offsets[i] ?? 0));

it('lays choices out one after the other, however many', () => {
  expect(read(parcelOf(choices))).toEqual({
    HEAD: choices.map(({ head }) => head),
    CANDIDATES: choices.map(candidatesOf),
    READINGS: choices.flatMap(({ candidateOffsets }) => counts(candidateOffsets)),
    FEATURE_COUNTS: choices.flatMap(({ rowOffsets }) => counts(rowOffsets)),
    FEATURES: choices.flatMap(({ features }) => [...features]),
    DENSE: choices.flatMap(({ dense }) => [...dense]),
  });
});

it('keeps what it was given, whatever becomes of the buffers', () => {
  const parcel = new Parcel();
  for (const choice of choices.slice(0, 20)) {
    const shared = { ...choice, features: choice.features.slice(), dense: choice.dense.slice(), rowOffsets: choice.rowOffsets.slice(), candidateOffsets: choice.candidateOffsets.slice() };
    parcel.add(shared);
    for (const buffer of [shared.features, shared.dense, shared.rowOffsets, shared.candidateOffsets]) buffer.fill(-1);
  }
  expect(read(parcel)).toEqual(read(parcelOf(choices.slice(0, 20))));
});

it('knows its size, and divides the answer among its choices', () => {
  const parcel = parcelOf(choices);
  const values = choices.reduce((sum, choice) => sum + 2 + candidatesOf(choice) + rowsOf(choice) + choice.features.length + choice.dense.length, 0);
  expect(parcel.bytes).toBe(4 * values);
  expect(parcel.choices).toBe(choices.length);
  const logits = Float64Array.from({ length: parcel.logits }, (_, i) => i);
  const parts = parcel.divide(logits);
  expect(parts.map((part) => part.length)).toEqual(choices.map(candidatesOf));
  expect(parts.flatMap((part) => [...part])).toEqual([...logits]);
});
