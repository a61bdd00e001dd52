import { ToolyardError } from '@toolyard/core';
import { describeAddress, type DockerAddress } from './resolve-docker-address.ts';

/** Why the engine gave no answer, to be read after `Server "x" did not start: `. */
export function explainDockerFailure(address: DockerAddress, error: unknown): ToolyardError {
  const code = codeOf(error);
  const where = describeAddress(address);
  const options = { cause: error };
  const start = 'Start Docker (or Podman), or set DOCKER_HOST to where it listens.';
  switch (code) {
    case 'ENOENT':
      return new ToolyardError('server-start-failed', `Docker is not running: there is no ${where}. ${start}`, options);
    case 'ECONNREFUSED':
      return new ToolyardError(
        'server-start-failed',
        `Docker is not running: nothing is listening at ${where}. ${start}`,
        options,
      );
    case 'EACCES':
    case 'EPERM':
      return new ToolyardError('server-misconfigured', explainPermission(where), options);
    case 'TIMEOUT':
      return new ToolyardError(
        'server-start-failed',
        `Docker did not answer at ${where} in time. Restart Docker.`,
        options,
      );
    default:
      return explainOther(address, code, options);
  }
}

/** What is said where an answer makes no sense. */
export function toNotDockerError(address: DockerAddress, why: string): ToolyardError {
  return new ToolyardError(
    'server-start-failed',
    `what answers at ${describeAddress(address)} is not Docker (${why}). Check DOCKER_HOST.`,
  );
}

function explainPermission(where: string): string {
  return (
    `you may not use Docker: permission denied for ${where}. ` +
    'Add yourself to the group that owns it (sudo usermod -aG docker $USER) and log in again.'
  );
}

function explainOther(address: DockerAddress, code: string, options: { cause: unknown }): ToolyardError {
  const where = describeAddress(address);
  if (code.startsWith('HPE_')) return toNotDockerError(address, 'it does not speak HTTP');
  if (/CERT|SSL|TLS|SIGNED|ISSUER|EPROTO/.test(code)) {
    const message = `The TLS connection to Docker at ${where} failed (${code}). Check DOCKER_CERT_PATH and DOCKER_TLS_VERIFY.`;
    return new ToolyardError('server-start-failed', message, options);
  }
  const message = `Docker at ${where} closed the connection unexpectedly (${code === '' ? 'no reason given' : code}). Restart Docker.`;
  return new ToolyardError('server-start-failed', message, options);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
