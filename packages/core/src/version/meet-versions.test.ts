import { describe, expect, it } from 'vitest';
import { meetVersions, type RunningToolyard } from './meet-versions.ts';

const OWN = { version: '0.2.0', protocol: 1 };
const RUNNING: RunningToolyard = {
  name: 'The Toolyard that runs /c.json',
  pid: 12,
  end: 'with "toolyard down"',
  ...OWN,
};

describe('meetVersions', () => {
  it('has nothing to tell where both are the same', () => {
    expect(meetVersions(RUNNING, OWN)).toBeUndefined();
  });

  it('says how to use the newer version where the running one is older', () => {
    expect(meetVersions({ ...RUNNING, version: '0.1.0' }, OWN)).toBe(
      'The Toolyard that runs /c.json (process 12) is version 0.1.0, and this is version 0.2.0. They work together. ' +
        'To use the newer version for both, stop the running one with "toolyard down", restart your clients, and start it again.',
    );
  });

  it('says how to use the newer version where this one is older', () => {
    expect(meetVersions({ ...RUNNING, version: '0.10.0' }, OWN)).toBe(
      'The Toolyard that runs /c.json (process 12) is version 0.10.0, and this is version 0.2.0. They work together. ' +
        'To use the newer version for both, update this Toolyard.',
    );
  });

  it.each([
    ['0.2.0-a', '0.2.0-b'],
    ['tomorrow', '0.2.0'],
  ])('calls neither %s nor %s older', (version, own) => {
    expect(meetVersions({ ...RUNNING, version }, { ...OWN, version: own })).toBe(
      `The Toolyard that runs /c.json (process 12) is version ${version}, and this is version ${own}. They work together. ` +
        'To use one version for both, stop the running one with "toolyard down", restart your clients, and start it again.',
    );
  });

  it('takes one that tells neither version nor protocol for an older one that speaks the first protocol', () => {
    const { name, end } = RUNNING;
    expect(meetVersions({ name, end }, OWN)).toBe(
      'The Toolyard that runs /c.json is an older version, and this is version 0.2.0. They work together. ' +
        'To use the newer version for both, stop the running one with "toolyard down", restart your clients, and start it again.',
    );
    expect(() => meetVersions({ name, end }, { ...OWN, protocol: 2 })).toThrow(
      expect.objectContaining({ code: 'version-mismatch' }),
    );
  });

  it('refuses an older one that speaks another protocol, and says what to do', () => {
    expect(() => meetVersions({ ...RUNNING, version: '0.1.0' }, { ...OWN, protocol: 2 })).toThrow(
      'The Toolyard that runs /c.json (process 12) is version 0.1.0, and this is version 0.2.0. They cannot work together. ' +
        'Stop the running one with "toolyard down", then try again.',
    );
  });

  it('refuses a newer one that speaks another protocol, and says what to do', () => {
    expect(() => meetVersions({ ...RUNNING, version: '0.3.0', protocol: 2 }, OWN)).toThrow(
      'The Toolyard that runs /c.json (process 12) is version 0.3.0, and this is version 0.2.0. They cannot work together. ' +
        'Restart this program if Toolyard was updated meanwhile, or update this Toolyard, or stop the running one with "toolyard down", then try again.',
    );
  });

  it('does not compare what runs from its sources, but refuses another protocol', () => {
    expect(meetVersions({ ...RUNNING, version: '0.0.0' }, OWN)).toBeUndefined();
    expect(meetVersions(RUNNING, { ...OWN, version: '0.0.0' })).toBeUndefined();
    expect(() => meetVersions(RUNNING, { version: '0.0.0', protocol: 2 })).toThrow(/cannot work together/);
  });
});
