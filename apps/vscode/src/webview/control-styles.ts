import { css, type CSSResult } from 'lit';

/** The looks of controls and of the lists below them: those of the browser look like those of the library. */
export const CONTROL_STYLES: CSSResult = css`
  vscode-textfield,
  vscode-textarea,
  select,
  input,
  textarea {
    display: block;
    width: 100%;
    max-width: 100%;
  }
  select,
  input,
  textarea {
    margin: 0;
    padding: 3px 4px;
    border: 1px solid var(--vscode-settings-textInputBorder, var(--vscode-settings-textInputBackground, #3c3c3c));
    border-radius: 4px;
    color: var(--vscode-settings-textInputForeground);
    background: var(--vscode-settings-textInputBackground);
    font: inherit;
    line-height: 18px;
  }
  input.code,
  textarea.code {
    font-family: var(--vscode-editor-font-family, monospace);
  }
  textarea {
    field-sizing: content;
    min-height: 26px;
    max-height: 40vh;
    resize: none;
  }
  textarea.tall {
    min-height: 84px;
  }
  select {
    padding: 3px 2px;
    border-color: var(--vscode-settings-dropdownBorder, var(--vscode-settings-textInputBorder, #3c3c3c));
    color: var(--vscode-settings-dropdownForeground);
    background: var(--vscode-settings-dropdownBackground);
    text-overflow: ellipsis;
  }
  input::placeholder,
  textarea::placeholder {
    color: var(--vscode-input-placeholderForeground);
    opacity: 1;
  }
  input:focus,
  select:focus,
  textarea:focus,
  a:focus-visible,
  .result:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  vscode-textfield:focus-within,
  vscode-textarea:focus-within {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 0;
    border-radius: 4px;
  }
  input[aria-invalid='true']:not(:focus),
  select[aria-invalid='true']:not(:focus),
  textarea[aria-invalid='true']:not(:focus),
  vscode-textfield[invalid]:not(:focus-within),
  vscode-textarea[invalid]:not(:focus-within) {
    outline: 1px solid var(--vscode-inputValidation-errorBorder, #be1100);
    border-radius: 4px;
  }
  vscode-textfield[invalid],
  vscode-textarea[invalid] {
    --vscode-inputValidation-errorBackground: var(--vscode-settings-textInputBackground);
  }
  input:read-only,
  textarea:read-only,
  select:disabled {
    border-style: dashed;
    background: transparent;
    opacity: 1;
  }
  vscode-textfield[readonly],
  vscode-textarea[readonly] {
    --vscode-settings-textInputBackground: transparent;
  }
  vscode-button[aria-disabled='true'] {
    opacity: 0.5;
    cursor: default;
  }
  .popup {
    position: absolute;
    z-index: 3;
    inset: calc(100% + 2px) 0 auto 0;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-editorWidget-border, #454545));
    border-radius: 4px;
    color: var(--vscode-editorWidget-foreground, var(--vscode-foreground));
    background: var(--vscode-editorWidget-background, var(--vscode-editor-background));
    box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
    scroll-margin: 8px 0 64px;
  }
  [role='listbox'] {
    max-height: min(320px, 60vh);
    overflow-y: auto;
  }
  .option,
  .group-name,
  .more {
    padding: 3px 8px;
    overflow-wrap: anywhere;
  }
  .option {
    cursor: pointer;
  }
  .option-name {
    margin-right: 8px;
  }
  .popup .option .option-name {
    font-family: var(--vscode-editor-font-family, monospace);
  }
  .group-name {
    padding-top: 8px;
    font-weight: 600;
  }
  .group-name .state,
  .group-name .option-about {
    font-weight: normal;
  }
  .popup [role='group'] .option {
    padding-left: 20px;
  }
  .more:empty {
    display: none;
  }
  .option:hover {
    background: var(--vscode-list-hoverBackground);
  }
  .option[aria-selected='true'] {
    color: var(--vscode-list-activeSelectionForeground);
    background: var(--vscode-list-activeSelectionBackground);
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .option[aria-selected='true'] .option-about {
    color: inherit;
  }
`;
