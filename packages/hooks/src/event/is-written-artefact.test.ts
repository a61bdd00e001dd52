import { describe, expect, it } from 'vitest';
import { isWrittenArtefact } from './is-written-artefact.ts';

describe('isWrittenArtefact', () => {
  it.each([
    ['# Feature Specification: Login\n'],
    ['no title at all'],
    ['---\ntitle: x\n---\n\n# Implementation Plan: [API] gateway\n'],
    ['# Login\n\nUse [FEATURE NAME] for the name.\n'],
    ['\uFEFF# Login\n'],
  ])('takes %j for the words of the agent', (text) => {
    expect(isWrittenArtefact('text', text)).toBe(true);
  });

  it.each([
    [''],
    [' \n\t\r\n'],
    ['# Feature Specification: [FEATURE NAME]\n\n**Created**: [DATE]\n'],
    ['# Implementation Plan: [FEATURE]\n'],
    ['# [PROJECT_NAME] Constitution\n<!-- Example: Spec Constitution -->\n'],
    ['# [CHECKLIST TYPE] Checklist: [FEATURE NAME]\r\n'],
    ['---\n\ndescription: "Task list template"\n---\n\n# Tasks: [FEATURE NAME]\n\n- [ ] T001 Create it\n'],
  ])('takes %j for empty, or for a template', (text) => {
    expect(isWrittenArtefact('text', text)).toBe(false);
    expect(isWrittenArtefact('tasks', text)).toBe(false);
  });

  it.each([
    ['- [ ] T001 Create it', true],
    ['# Tasks: Login\r\n\r\n  * [x] 1.1 Done\r\n', true],
    ['1. [X] Done', true],
    ['# Tasks: Login\n', false],
    ['- [ ]', false],
    ['- [ ] \n', false],
    ['- T001 Create it', false],
    ['text - [ ] T001', false],
  ])('finds tasks in %j: %j', (text, isThere) => {
    expect(isWrittenArtefact('tasks', text)).toBe(isThere);
  });

  it('looks through a long hostile text quickly', () => {
    const text = `${'- [ '.repeat(200_000)}\n${' '.repeat(500_000)}\n${'#'.repeat(500_000)}`;
    const before = process.cpuUsage();
    expect(isWrittenArtefact('tasks', text)).toBe(false);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
