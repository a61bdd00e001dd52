import { css, type CSSResult } from 'lit';

/** The looks of what only this page has: results, and what is going on. */
export const TRY_STYLES: CSSResult = css`
  .lines-kept {
    white-space: pre-line;
  }
  .copies {
    margin-top: 20px;
  }
  .part {
    margin-top: 16px;
  }
  .part-head {
    margin-bottom: 6px;
  }
  .part-buttons {
    margin-top: 8px;
  }
  .part img {
    display: block;
    max-width: 100%;
    max-height: 60vh;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, #8884));
  }
  .table {
    max-height: 60vh;
    overflow: auto;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, #8884));
    border-radius: 4px;
  }
  .table:focus-visible,
  summary:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  table {
    border-collapse: collapse;
    min-width: 100%;
  }
  th,
  td {
    padding: 4px 8px;
    border-bottom: 1px solid var(--vscode-panel-border, #8884);
    text-align: left;
    vertical-align: top;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    min-width: 4em;
  }
  th {
    position: sticky;
    top: 0;
    background: var(--vscode-editor-background);
  }
  details {
    margin-top: 8px;
  }
  summary {
    padding: 2px 0;
    cursor: pointer;
  }
  .running {
    overflow-wrap: anywhere;
  }
  progress {
    width: 160px;
    height: 6px;
    appearance: none;
    border: 1px solid var(--vscode-contrastBorder, transparent);
  }
  progress::-webkit-progress-bar {
    background: var(--vscode-panel-border, #8884);
  }
  progress::-webkit-progress-value {
    background: var(--vscode-progressBar-background, #0e70c0);
  }
`;
