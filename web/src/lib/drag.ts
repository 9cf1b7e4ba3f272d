/** Drag and drop beside click and keys: whatever glows on a table can be taken up and laid where it belongs.
 *
 * Taking it up chooses it, so that the places where it may go begin to glow; letting it go on one of them chooses that
 * too. Let go among its own it was not meant. Nothing is done that a click would not do.
 */
const TOUCHABLE = 'button.can, button[aria-pressed="true"]';
const FAR = 8; // pixels that make a drag of a click

export function draggable(stage: HTMLElement): () => void {
  let from: { thing: HTMLElement; x: number; y: number; id: number } | null = null;
  let shadow: HTMLElement | null = null;
  let lifted = false;

  const chosen = (thing: HTMLElement) => thing.getAttribute('aria-pressed') === 'true';

  function down(event: PointerEvent): void {
    const thing = (event.target as Element).closest<HTMLElement>(TOUCHABLE);
    // a finger scrolls, and taps
    if (!thing || event.pointerType === 'touch' || event.button !== 0) return;
    from = { thing, x: event.clientX, y: event.clientY, id: event.pointerId };
  }
  function move(event: PointerEvent): void {
    if (!from || event.pointerId !== from.id) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (!shadow) {
      if (Math.hypot(x, y) < FAR) return;
      shadow = take(from.thing);
      if (!chosen(from.thing)) {
        from.thing.click();
        lifted = true;
      }
    }
    shadow.style.translate = [x, y].map((by) => `${by}px`).join(' ');
  }
  function up(event: PointerEvent): void {
    if (!from || event.pointerId !== from.id) return;
    const { thing } = from;
    if (shadow) {
      const under = document.elementFromPoint(event.clientX, event.clientY);
      const place = under?.closest<HTMLElement>('button.can');
      const home = thing.parentElement?.closest('.hand, ul, [role="group"], [role="toolbar"]') ?? thing.parentElement;
      if (under && thing.contains(under))
        drop(); // the click that follows takes it back
      else if (place && place !== thing && stage.contains(place) && !home?.contains(place)) place.click();
      else if (lifted && (!under || home?.contains(under))) thing.click();
    }
    drop();
  }
  function drop(): void {
    shadow?.remove();
    from = shadow = null;
    lifted = false;
    document.documentElement.classList.remove('dragging');
  }
  const still = (event: Event) => from && event.preventDefault(); // the browser's own drag of pictures and links

  stage.addEventListener('pointerdown', down);
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', drop);
  stage.addEventListener('dragstart', still);
  return () => {
    drop();
    stage.removeEventListener('pointerdown', down);
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', drop);
    stage.removeEventListener('dragstart', still);
  };
}

/** What follows the pointer: the thing as it looks, above everything, and nothing to anybody but the eye. */
function take(thing: HTMLElement): HTMLElement {
  const { left, top, width, height } = thing.getBoundingClientRect();
  const shadow = thing.cloneNode(true) as HTMLElement;
  shadow.classList.add('shadow');
  shadow.inert = true;
  shadow.ariaHidden = 'true';
  delete shadow.dataset.thing;
  Object.assign(shadow.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  (thing.parentElement ?? document.body).append(shadow);
  document.documentElement.classList.add('dragging');
  return shadow;
}
