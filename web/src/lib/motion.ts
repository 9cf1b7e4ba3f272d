/** Things that keep their identity are seen to move.
 *
 * A thing says who it is (`data-thing`), where it comes from when it is new (`data-comes`: places, or things that are
 * gone) and where it goes when it leaves the table (`data-goes`); places have names too (`data-place`). When the view changes, every thing is measured
 * before and after, and what lies elsewhere then is moved there by the compositor: nothing is laid out twice, clicks go
 * to what is under the pointer all the while, and whoever is in a hurry finishes it at once. What has changed is measured
 * before the next frame shows it, in a moment of its own if there is one: a slow phone can answer in between.
 */
import { flushSync } from 'svelte';

const MOVE_MS = 320;
const SET = 'cubic-bezier(.2,.8,.2,1)';
const LIFT = 'cubic-bezier(.3,0,.2,1)';
/** less than this is how a table settles, not how a thing moves */
const LEAST_PX = 3;

interface Seen {
  element: HTMLElement;
  rect: DOMRect;
}

/** What some browsers have, to do a thing before others. */
interface Ahead {
  postTask(run: () => void, how: { priority: 'user-blocking' }): Promise<void>;
}

let running: Animation[] = [];
/** forgets what has changed and was not measured yet */
let forget = (): void => undefined;

/** Everything with an identity. What is there twice has none: nobody could say which of them moved. */
function all(): Map<string, Seen> {
  const found = new Map<string, Seen | null>();
  for (const element of document.querySelectorAll<HTMLElement>('#stage [data-thing]')) {
    const name = element.dataset.thing ?? '';
    const rect = element.getBoundingClientRect();
    if (rect.width) found.set(name, found.has(name) ? null : { element, rect });
  }
  return new Map([...found].flatMap(([name, seen]) => (seen ? [[name, seen] as const] : [])));
}

/** Where the first of these places is, or where the thing of that name lay before: that is then what has `become` it. */
function placed(names: string | undefined, before?: Map<string, Seen>, become?: Set<string>): DOMRect | null {
  for (const name of names?.split(' ') ?? []) {
    const was = before?.get(name)?.rect;
    if (was) {
      become?.add(name);
      return was;
    }
    for (const element of document.querySelectorAll(`[data-place~="${CSS.escape(name)}"]`)) {
      const rect = element.getBoundingClientRect();
      if (rect.width) return rect;
    }
  }
  return null;
}

const middle = (rect: DOMRect) => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });

/** From one rectangle to another, as individual transforms: what a thing has of its own stays, and its shape too. */
function shift(from: DOMRect, to: DOMRect): Keyframe {
  const [a, b] = [middle(from), middle(to)];
  return {
    translate: [a.x - b.x, a.y - b.y].map((by) => `${by}px`).join(' '),
    scale: String(Math.min(from.width / to.width, from.height / to.height)),
  };
}

function run(element: HTMLElement, frames: Keyframe[], ms: number, easing: string): Animation {
  const animation = element.animate(frames, { duration: ms, easing });
  running.push(animation);
  return animation;
}

/** Over whatever lies on its way, and not cut by the row (`data-row`) it comes to, unless that is scrolled. */
function travel(element: HTMLElement, from: Keyframe, ms: number): void {
  const row = element.closest<HTMLElement>('[data-row]');
  if (row && !row.scrollLeft) row.style.overflow = 'visible';
  const over = { zIndex: 20 };
  const animation = run(
    element,
    [
      { ...from, ...over },
      { translate: '0 0', scale: '1', ...over },
    ],
    ms,
    SET,
  );
  animation.onfinish = animation.oncancel = () => row?.style.removeProperty('overflow');
}

function leave({ element, rect }: Seen, ms: number): void {
  const target = placed(element.dataset.goes);
  if (!target) return;
  const aloft = element.cloneNode(true) as HTMLElement;
  aloft.setAttribute('aria-hidden', 'true');
  aloft.inert = true;
  aloft.classList.add('aloft');
  Object.assign(aloft.style, {
    left: `${rect.x}px`,
    top: `${rect.y}px`,
    width: `${rect.width}px`,
    height: `${rect.height}px`,
  });
  document.body.append(aloft);
  const away = { ...shift(target, rect), scale: '.3', opacity: 0.2 };
  const animation = run(aloft, [{ translate: '0 0', scale: '1', opacity: 1 }, away], ms, LIFT);
  animation.onfinish = animation.oncancel = () => aloft.remove();
}

/** Change what lies on the table, and let everything go where it lies then. `pace` 0: it is there at once. */
export function glide(change: () => void, pace: number): void {
  if (!pace || document.hidden) {
    change();
    return;
  }
  arrive();
  const before = all();
  change();
  flushSync();
  if (before.size) beforeNextFrame(() => move(before, MOVE_MS * pace));
}

/** In a moment of its own where a browser lets one go ahead of the frame, or else in the frame itself. */
function beforeNextFrame(run: () => void): void {
  const { scheduler } = globalThis as { scheduler?: Ahead };
  let due = true;
  const once = () => {
    if (due) run();
    due = false;
  };
  const frame = requestAnimationFrame(once);
  void scheduler?.postTask(once, { priority: 'user-blocking' });
  forget = () => {
    due = false;
    cancelAnimationFrame(frame);
  };
}

/** Everything goes from where it lay before to where it lies now. */
function move(before: Map<string, Seen>, ms: number): void {
  const after = all();
  const become = new Set<string>();
  for (const [name, { element, rect }] of after) {
    const was = before.get(name)?.rect;
    const from = was ?? placed(element.dataset.comes, before, become);
    if (from) {
      const far = Math.hypot(middle(from).x - middle(rect).x, middle(from).y - middle(rect).y);
      if (far > LEAST_PX || Math.abs(from.width - rect.width) > LEAST_PX) travel(element, shift(from, rect), ms);
    } else if (element.dataset.turns !== undefined)
      run(element, [{ transform: 'rotateY(90deg)', opacity: 0 }, {}], ms, SET);
    else
      run(
        element,
        [
          { translate: '0 -10px', opacity: 0 },
          { translate: '0 0', opacity: 1 },
        ],
        ms,
        SET,
      );
  }
  for (const [name, seen] of before)
    if (!after.has(name) && !become.has(name) && seen.element.dataset.goes) leave(seen, ms);
}

/** Whatever is still on its way has arrived. */
export function arrive(): void {
  forget();
  for (const animation of running) animation.finish();
  running = [];
}
