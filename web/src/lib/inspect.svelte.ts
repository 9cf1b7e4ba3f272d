/** The card inspector: hover for 300 ms, focus and press I, or press long. */
export const inspecting = $state<{ id: string | null; pinned: boolean; x: number; y: number; low: number }>({
  id: null,
  pinned: false,
  x: 0,
  y: 0,
  low: 0,
});

let waiting: ReturnType<typeof setTimeout> | undefined;

function place(at: Element): void {
  const box = at.getBoundingClientRect();
  inspecting.x = box.left;
  inspecting.y = box.top;
  inspecting.low = box.bottom;
}

export function closeInspector(): void {
  clearTimeout(waiting);
  inspecting.id = null;
  inspecting.pinned = false;
}

export function openInspector(id: string, at: Element): void {
  place(at);
  inspecting.id = id;
  inspecting.pinned = true;
}

/** An attachment for anything that shows a card face: `{@attach card(id)}`. */
export function card(id: string | null | undefined): (node: HTMLElement) => () => void {
  return (node) => {
    if (!id) return () => undefined;
    node.dataset.card = id;
    const show = (delay: number, pin: boolean) => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        if (!node.isConnected || (inspecting.pinned && !pin)) return;
        place(node);
        inspecting.id = id;
        inspecting.pinned = pin;
      }, delay);
    };
    const hide = () => {
      clearTimeout(waiting);
      if (!inspecting.pinned) inspecting.id = null;
    };
    const enter = (event: PointerEvent) => event.pointerType === 'mouse' && inspecting.id !== id && show(300, false);
    const press = (event: PointerEvent) => event.pointerType !== 'mouse' && show(500, true);
    node.addEventListener('pointermove', enter);
    node.addEventListener('pointerleave', hide);
    node.addEventListener('pointerdown', press);
    const release = () => clearTimeout(waiting);
    node.addEventListener('pointerup', release);
    node.addEventListener('pointercancel', release);
    return () => {
      node.removeEventListener('pointermove', enter);
      node.removeEventListener('pointerleave', hide);
      node.removeEventListener('pointerdown', press);
      node.removeEventListener('pointerup', release);
      node.removeEventListener('pointercancel', release);
      if (inspecting.id === id && !inspecting.pinned) inspecting.id = null;
    };
  };
}
