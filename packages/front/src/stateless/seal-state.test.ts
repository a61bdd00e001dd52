import { assert, nat, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { createSeal } from './seal-state.ts';

it('gives back what it closed, which shows nothing of it', () => {
  const seal = createSeal();
  assert(
    property(string({ unit: 'binary', maxLength: 200 }), (text) => {
      const sealed = seal.close(text);
      expect(sealed).toMatch(/^[\w-]+$/);
      expect(seal.open(sealed)).toBe(text);
    }),
  );
  expect(seal.close('same')).not.toBe(seal.close('same'));
});

it('opens nothing in which one character is another', () => {
  const seal = createSeal();
  const sealed = seal.close('["link","round",1]');
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ .\n';
  assert(
    property(nat(sealed.length - 1), nat(letters.length - 1), (at, letter) => {
      const changed = sealed.slice(0, at) + letters.charAt(letter) + sealed.slice(at + 1);
      if (changed !== sealed) expect(seal.open(changed)).toBeUndefined();
    }),
  );
});

it('opens nothing that is no seal of its own', () => {
  const seal = createSeal();
  assert(property(string(), (text) => seal.open(text) === undefined));
  expect(seal.open(createSeal().close('text'))).toBeUndefined();
  expect(seal.open(seal.close('x'.repeat(2000)))).toBeUndefined();
});
