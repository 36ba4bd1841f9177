/** The few types that this client needs of Preact; the whole of them would be 100 KB. */
export function h(type: any, props: any, ...children: any[]): any;
export function render(node: any, into: Element | DocumentFragment): void;
export class Component<P = any, S = any> {
  constructor(props?: P, context?: any);
  props: P & { children?: any };
  state: S;
  setState(part: Partial<S> | ((state: S) => Partial<S>), done?: () => void): void;
  forceUpdate(): void;
  render(props?: P, state?: S): any;
}
export function createPortal(node: any, into: Element): any;
export function Fragment(props: { children?: any }): any;
export function createContext<T>(value: T): { Provider: any; Consumer: any };
