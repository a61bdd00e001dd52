import { css, type CSSResult } from 'lit';

/** The looks of the form, in the colours that the editor gives to its pages. */
export const PAGE_STYLES: CSSResult = css`
  * {
    box-sizing: border-box;
  }
  /* What gets the focus is not hidden behind the footer. */
  html {
    scroll-padding-block: 16px 80px;
  }
  body {
    margin: 0;
    padding: 0 20px;
    color: var(--vscode-foreground);
    background: var(--vscode-editor-background);
    font: var(--vscode-font-weight, normal) var(--vscode-font-size, 13px) / 1.45 var(--vscode-font-family, sans-serif);
  }
  main {
    max-width: 760px;
    padding-bottom: 24px;
  }
  h1,
  h2,
  h3 {
    margin: 0;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  h1 {
    font-size: 1.6em;
    margin: 20px 0 12px;
  }
  h2 {
    font-size: 1.15em;
  }
  h3 {
    font-size: 1em;
  }
  section {
    margin-top: 24px;
  }
  section > h2,
  .heading {
    margin-bottom: 8px;
    padding-bottom: 4px;
    border-bottom: 1px solid var(--vscode-settings-headerBorder, var(--vscode-panel-border, transparent));
  }
  .heading {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    justify-content: space-between;
  }
  p {
    margin: 4px 0 0;
    overflow-wrap: anywhere;
  }
  .field {
    margin-top: 14px;
  }
  label,
  .label {
    display: block;
    margin-bottom: 4px;
  }
  .field > label,
  .field > .label {
    font-weight: 600;
  }
  .field .required,
  .field > .label .state {
    font-weight: normal;
  }
  .required,
  .about,
  .type,
  .state,
  .none,
  .option-about,
  .row-preview {
    color: var(--vscode-descriptionForeground);
  }
  .flag-about {
    margin-left: 27px;
  }
  .code,
  .result {
    font-family: var(--vscode-editor-font-family, monospace);
    font-size: 0.95em;
    overflow-wrap: anywhere;
  }
  .problems,
  .summary ul {
    margin: 4px 0 0;
    padding: 0;
    list-style: none;
  }
  .problems li,
  .summary li {
    margin-top: 4px;
    padding: 3px 8px;
    border-left: 3px solid;
    overflow-wrap: anywhere;
  }
  .problems .error,
  .summary .error {
    border-color: var(--vscode-inputValidation-errorBorder, #be1100);
  }
  .problems .warning,
  .summary .warning {
    border-color: var(--vscode-inputValidation-warningBorder, #b89500);
    border-left-style: double;
  }
  a {
    color: var(--vscode-textLink-foreground);
  }
  .notice {
    margin: 12px 0 0;
    padding: 8px 12px;
    border: 1px solid var(--vscode-inputValidation-infoBorder, #007acc);
    border-radius: 4px;
    overflow-wrap: anywhere;
  }
  .notice.warning {
    border-color: var(--vscode-inputValidation-warningBorder, #b89500);
  }
  .notice.error {
    border-color: var(--vscode-inputValidation-errorBorder, #be1100);
  }
  .notice p {
    margin: 0 0 8px;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .line {
    display: flex;
    gap: 8px;
    align-items: start;
    margin-bottom: 6px;
  }
  .line > .text-box,
  .line > input {
    flex: 1 1 0;
    min-width: 0;
  }
  .text-box {
    position: relative;
  }
  .search {
    display: flex;
    gap: 8px;
  }
  .search > input {
    flex: 1 1 0;
    min-width: 0;
  }
  .chosen {
    margin-bottom: 6px;
    overflow-wrap: anywhere;
  }
  .state::before {
    content: '(';
  }
  .state::after {
    content: ')';
  }
  .state:empty::before,
  .state:empty::after {
    content: '';
  }
  .row {
    margin-top: 12px;
    padding: 10px 12px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, #8884));
    border-radius: 4px;
  }
  .add-parameter {
    margin-top: 12px;
  }
  .row-head {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 8px;
    align-items: baseline;
  }
  .end {
    margin-left: auto;
  }
  .controls {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: start;
    margin-top: 8px;
  }
  .controls .end {
    align-self: end;
  }
  .controls + vscode-button {
    margin-top: 8px;
  }
  .control {
    min-width: 0;
  }
  .control.source {
    flex: 0 1 180px;
  }
  .control.kind {
    flex: 0 1 120px;
  }
  .control.value {
    flex: 1 1 220px;
  }
  .row-preview {
    margin-top: 8px;
  }
  .row-preview .code {
    color: var(--vscode-foreground);
  }
  .result {
    max-height: 40vh;
    margin: 0;
    padding: 8px;
    overflow: auto;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 4px;
    background: var(--vscode-textCodeBlock-background);
    white-space: pre-wrap;
  }
  footer {
    position: sticky;
    z-index: 2;
    bottom: 0;
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
    max-width: 760px;
    padding: 12px 0;
    border-top: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, #8884));
    background: var(--vscode-editor-background);
  }
  .spoken {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      transition: none !important;
      animation: none !important;
      scroll-behavior: auto !important;
    }
  }
  @media (max-width: 480px) {
    body {
      padding: 0 12px;
    }
    .line.pair {
      flex-wrap: wrap;
    }
    .control.source,
    .control.kind,
    .control.value {
      flex: 1 1 100%;
    }
  }
`;
