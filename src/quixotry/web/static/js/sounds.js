/** Small wooden sounds, made on the spot. Off until asked for, and remembered. */

const KEY = "quixotry.sounds";

/** A tone swells so long, in s: one that is there at once clicks. */
const ATTACK = 0.004;

/** @type {AudioContext | null} */
let audio = null;

export const isOn = () => localStorage.getItem(KEY) === "on";

/** @param {boolean} on */
export function turn(on) {
  localStorage.setItem(KEY, on ? "on" : "off");
  if (on) play("tile");
}

/** @typedef {"tile" | "back" | "played" | "theirs" | "refused" | "over"} Sound */

/** Frequency in Hz, length in s, loudness; each sound is a few of them. @type {Record<Sound, [number, number, number][]>} */
export const SOUNDS = {
  tile: [[420, 0.06, 0.16]],
  back: [[300, 0.06, 0.12]],
  played: [[523, 0.12, 0.12], [659, 0.12, 0.12], [784, 0.2, 0.12]],
  theirs: [[392, 0.1, 0.1], [523, 0.18, 0.1]],
  refused: [[220, 0.16, 0.12]],
  over: [[523, 0.15, 0.12], [659, 0.15, 0.12], [784, 0.15, 0.12], [1047, 0.4, 0.12]],
};

/** @param {Sound} name */
export function play(name) {
  if (!isOn()) return;
  try {
    audio ??= new AudioContext();
    schedule(audio, name, audio.currentTime);
  } catch {
    // No audio device is no reason to stop a game.
  }
}

/** @param {BaseAudioContext} context @param {Sound} name @param {number} start in s @returns {number} when it ends */
export function schedule(context, name, start) {
  let at = start;
  let end = start;
  for (const [hz, length, loudness] of SOUNDS[name]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = hz;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loudness, at + ATTACK);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    end = at + length;
    at += length * 0.8;
  }
  return end;
}
