import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { invalid } from '../errors.ts';
import type { NewLetter } from './nats-letters.ts';

const MESSAGE_ID = 'Nats-Msg-Id';
const [LETTER_ID, LETTER_REASON, LETTER_DELIVERY, LETTER_LOST] = ['Gyre-Message-Id', 'Gyre-Reason', 'Gyre-Delivery', 'Gyre-Data-Lost'];
const RESERVED = /^(nats|gyre)-/i;
/** NATS takes 64 KiB of headers altogether; a dead letter holds all of these. Characters as they are written, after escaping. */
const LONGEST_ID = 8_192;
const LONGEST_HEADERS = 32_768;
const LONGEST_REASON = 1_000;

/** NATS trims what stands in a header and ends it at the line; the text comes back whole from {@link plain}. */
function escaped(text: string): string {
  return text.replaceAll(/%|[^\x20-\x7e]+|^ +| +$/gu, (part) => encodeURIComponent(part.toWellFormed()));
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Written by somebody else.
    return text;
  }
}

/** The id under which JetStream drops a message that comes again. INVALID_ARGUMENT for an id that no header can hold. */
export function messageIdOf(id: string): string {
  const text = escaped(id);
  if (text === '' || text.length > LONGEST_ID) throw invalid('message.id', text === '' ? 'is empty' : `takes ${text.length} characters`, `use 1 to ${LONGEST_ID}`);
  return text;
}

/** Headers as they go over the wire; names keep their case. INVALID_ARGUMENT for what NATS cannot carry. */
export function encodeHeaders(given: Readonly<Record<string, string>>): MsgHdrs {
  const encoded = headers();
  for (const [name, value] of Object.entries(given)) {
    if (!/^[\x21-\x39\x3b-\x7e]+$/.test(name)) throw invalid(`message.headers[${JSON.stringify(name)}]`, 'is no name for a header', 'use printable ASCII without blanks and colons');
    if (RESERVED.test(name)) throw invalid(`message.headers.${name}`, 'is a name that the bus keeps for itself', 'use names that do not begin with nats- or gyre-');
    if (/[\r\n]/.test(value) || value !== value.trim()) throw invalid(`message.headers.${name}`, 'has line breaks, or blanks around it', 'send such text in the data');
    encoded.set(name, value);
  }
  const size = Buffer.byteLength(encoded.toString());
  if (size > LONGEST_HEADERS) throw invalid('message.headers', `take ${size} bytes`, `send at most ${LONGEST_HEADERS}, and the rest in the data`);
  return encoded;
}

export function decodeHeaders(encoded: MsgHdrs | undefined): Record<string, string> {
  const names = encoded?.keys().filter((name) => !RESERVED.test(name)) ?? [];
  return Object.fromEntries(names.map((name) => [name, encoded?.get(name) ?? '']));
}

/** The id that the sender gave; of a message that came from elsewhere without one, `otherwise`. */
export function idIn(encoded: MsgHdrs | undefined, otherwise: string): string {
  const id = encoded?.get(MESSAGE_ID) ?? '';
  return id === '' ? otherwise : plain(id);
}

/** What a dead letter says beside the message's own headers. */
export function encodeLetter({ id, headers: own, delivery, reason, whole }: Omit<NewLetter, 'data'>): MsgHdrs {
  const encoded = encodeHeaders(own);
  encoded.set(LETTER_ID, messageIdOf(id));
  encoded.set(LETTER_REASON, escaped(reason.slice(0, LONGEST_REASON)));
  encoded.set(LETTER_DELIVERY, String(delivery));
  if (!whole) encoded.set(LETTER_LOST, 'true');
  return encoded;
}

export function decodeLetter(encoded: MsgHdrs): Omit<NewLetter, 'data' | 'headers'> {
  return { id: plain(encoded.get(LETTER_ID)), reason: plain(encoded.get(LETTER_REASON)), delivery: Number(encoded.get(LETTER_DELIVERY)), whole: !encoded.has(LETTER_LOST) };
}
