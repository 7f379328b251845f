/** Small wooden sounds, made on the spot. Off until asked for, and remembered. */

const KEY = "quixotry.sounds";

/** @type {AudioContext | null} */
let audio = null;

export const isOn = () => localStorage.getItem(KEY) === "on";

/** @param {boolean} on */
export function turn(on) {
  localStorage.setItem(KEY, on ? "on" : "off");
  if (on) play("tile");
}

/** Frequency in Hz, length in s, loudness; each sound is a few of them. @type {Record<string, [number, number, number][]>} */
const SOUNDS = {
  tile: [[420, 0.06, 0.16]],
  back: [[300, 0.06, 0.12]],
  played: [[523, 0.12, 0.12], [659, 0.12, 0.12], [784, 0.2, 0.12]],
  theirs: [[392, 0.1, 0.1], [523, 0.18, 0.1]],
  refused: [[220, 0.16, 0.12]],
  over: [[523, 0.15, 0.12], [659, 0.15, 0.12], [784, 0.15, 0.12], [1047, 0.4, 0.12]],
};

/** @param {"tile" | "back" | "played" | "theirs" | "refused" | "over"} name */
export function play(name) {
  if (!isOn()) return;
  try {
    audio ??= new AudioContext();
    let at = audio.currentTime;
    for (const [hz, length, loudness] of SOUNDS[name] ?? []) {
      const tone = audio.createOscillator();
      const gain = audio.createGain();
      tone.type = "triangle";
      tone.frequency.value = hz;
      gain.gain.setValueAtTime(loudness, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + length);
      tone.connect(gain).connect(audio.destination);
      tone.start(at);
      tone.stop(at + length);
      at += length * 0.8;
    }
  } catch {
    // No audio device is no reason to stop a game.
  }
}
