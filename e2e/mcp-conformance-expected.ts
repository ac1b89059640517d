/** What the suite asks of a client and this one does not do, with the reason. What passes must not stand here. */
export const clientFailures: Readonly<Record<string, string>> = {
  "auth/basic-cimd":
    "A client may name itself by the address of a document on the web (a SHOULD). There is no web site of ours that could hold it; we register instead.",
  "auth/client-credentials-jwt": "An optional extension for machines that log in as themselves; not offered.",
  "auth/client-credentials-basic":
    "An optional extension for machines that log in as themselves; not offered.",
  "auth/enterprise-managed-authorization":
    "An optional extension for an employer's identity provider; not offered.",
  "auth/dpop": "An optional extension that binds tokens to a key; not offered.",
  "auth/dpop-nonce": "An optional extension that binds tokens to a key; not offered.",
  "auth/wif-jwt-bearer": "An optional extension for workloads of a cloud; not offered.",
};

const tasks = "The optional extension of tasks is not offered: a run is a session, which is resumed instead.";

/** The same for a server. */
export const serverFailures: Readonly<Record<string, string>> = {
  "tasks-lifecycle": tasks,
  "tasks-capability-negotiation": tasks,
  "tasks-wire-fields": tasks,
  "tasks-request-state-removal": tasks,
  "tasks-mrtr-input": tasks,
  "tasks-request-headers": tasks,
  "tasks-dispatch-and-envelope": tasks,
  "tasks-required-task-error": tasks,
  "tasks-mrtr-composition": tasks,
};
