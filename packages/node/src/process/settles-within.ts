/** Whether the promise settles within `ms`; the wait keeps the process alive, and ends with the promise. */
export async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const settled = promise.then(
    () => true,
    () => true,
  );
  return await Promise.race([settled, late]).finally(() => clearTimeout(timer));
}
