/** What a server can be asked to tell of, by the parameter that names it. */
export type TopicKind = 'uri' | 'taskId';

/** One resource or one task that a server is to tell of, as one text. */
export function toTopic(kind: TopicKind, name: string): string {
  return `${kind} ${name}`;
}

/** The names of one kind among topics. */
export function namesOf(kind: TopicKind, topics: Iterable<string>): readonly string[] {
  return [...topics].flatMap((topic) => (topic.startsWith(`${kind} `) ? topic.slice(kind.length + 1) : []));
}

/** What a server that answers a filter agreed to tell of. */
export function grantedTopics(granted: unknown): readonly string[] {
  const members: Readonly<Record<string, unknown>> = { ...Object(granted) };
  const { resourceSubscriptions: uris, taskIds } = members;
  const toTopics = (kind: TopicKind, names: unknown): readonly string[] =>
    Array.isArray(names) ? names.map((name) => toTopic(kind, String(name))) : [];
  return [...toTopics('uri', uris), ...toTopics('taskId', taskIds)];
}

/** The part of a filter that asks for topics. */
export function toTopicFilter(topics: ReadonlySet<string>): object {
  const [uris, taskIds] = [namesOf('uri', topics), namesOf('taskId', topics)];
  return {
    ...(uris.length > 0 ? { resourceSubscriptions: uris } : {}),
    ...(taskIds.length > 0 ? { taskIds } : {}),
  };
}
