/**
 * One step after another, at once where the value is known already. Nearly all that a request asks for is known, and a promise for each
 * of it would cost more than the steps themselves.
 */
export const andThen = <A, B>(found: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> =>
  found instanceof Promise ? found.then(next) : next(found)
