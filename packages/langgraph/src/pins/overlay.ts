/**
 * An object as it is, but for some members. Everything else is the object's own, now and after it changes: methods run
 * on the object itself, so that its private fields work, and `instanceof` holds.
 */
export function overlay<T extends object, M extends object>(target: T, members: M): T & M {
  const bound = new WeakMap<object, unknown>();
  const bind = (member: unknown): unknown => {
    if (typeof member !== "function") return member;
    const known = bound.get(member) ?? member.bind(target);
    bound.set(member, known);
    return known;
  };
  const proxy = new Proxy(target, {
    has: (_, key) => Object.hasOwn(members, key) || key in target,
    get: (_, key) => {
      if (Object.hasOwn(members, key)) return Reflect.get(members, key);
      const member: unknown = Reflect.get(target, key);
      return key === "constructor" ? member : bind(member);
    },
    set: (_, key, value) => Reflect.set(Object.hasOwn(members, key) ? members : target, key, value),
  });
  return proxy as T & M;
}
