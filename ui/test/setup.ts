/** What jsdom lacks and the page uses. */
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Roles and names of some hundred tiles take jsdom long on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});

/** Lays everything out at one size, so that virtual rows and the treemap have a field. */
class OneSize implements ResizeObserver {
  constructor(private readonly told: ResizeObserverCallback) {}
  observe(target: Element) {
    const contentRect = new DOMRect(0, 0, 744, 250);
    this.told([{ target, contentRect } as ResizeObserverEntry], this);
  }
  unobserve() {
    // Nothing is observed.
  }
  disconnect() {
    // Nothing is observed.
  }
}
class Rect {
  constructor(
    readonly x = 0,
    readonly y = 0,
    readonly width = 0,
    readonly height = 0,
  ) {}
}
Object.assign(globalThis, { ResizeObserver: OneSize, DOMRect: Rect });
// Wide enough that the inspector is beside the table; jsdom's window is 1024.
Object.assign(window, { innerWidth: 1280, innerHeight: 800 });
for (const box of ["offset", "client"]) {
  Object.defineProperty(HTMLElement.prototype, `${box}Height`, { get: () => 600 });
  Object.defineProperty(HTMLElement.prototype, `${box}Width`, { get: () => 744 });
}
Object.assign(Element.prototype, {
  scrollIntoView() {
    // Nothing scrolls.
  },
  scrollTo() {
    // Nothing scrolls.
  },
});
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});
Object.assign(window, {
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener() {
      // The system never changes here.
    },
    removeEventListener() {
      // The system never changes here.
    },
  }),
});
