/** The schema as version 1 wrote it, word for word, and a session in it. Never changed: such files exist. */
export const schema1 = `
create table "sessions" ("id" text primary key, "parent_id" text references "sessions" ("id"), "folder" text not null, "title" text not null, "model" text not null, "created_at" bigint not null, "updated_at" bigint not null, "seq" bigint not null, "open_run" integer not null, "ended" text, "unread" integer not null, "open_asks" integer not null);
create index "sessions_parent" on "sessions" ("parent_id", "updated_at");
create index "sessions_folder" on "sessions" ("folder", "updated_at");
create table "events" ("session_id" text not null references "sessions" ("id"), "seq" bigint not null, "at" bigint not null, "v" integer not null, "type" text not null, "body" text not null, constraint "events_key" primary key ("session_id", "seq"));
create table "asks" ("session_id" text not null references "sessions" ("id"), "ask_id" text not null, "call_id" text not null, "kind" text not null, "state" text not null, constraint "asks_key" primary key ("session_id", "ask_id"));
create table "prompts" ("session_id" text not null references "sessions" ("id"), "prompt_id" text not null, "from_seq" bigint not null, "to_seq" bigint not null, constraint "prompts_key" primary key ("session_id", "prompt_id"));
create table "leases" ("session_id" text primary key, "fence" bigint not null, "machine" text, "pid" integer, "pid_start" text, "instance" text, "renewed_at" bigint not null);
create table "blobs" ("sha256" text primary key, "size" bigint not null, "bytes" blob not null);
create table "session_blobs" ("session_id" text not null references "sessions" ("id"), "sha256" text not null references "blobs" ("sha256"), constraint "session_blobs_key" primary key ("session_id", "sha256"));
create index "session_blobs_blob" on "session_blobs" ("sha256");
pragma application_id=1399541108;
pragma user_version=1;
`;

export const data1 = `
insert into sessions values ('ses_old', null, '/work', 'Walrus', 'demo/scripted', 1, 9, 6, 0, 'waiting', 0, 1);
insert into events values
  ('ses_old', 1, 1, 1, 'session.created', '{"folder":"/work","title":"Old","settings":{"model":"demo/scripted","mode":"default"}}'),
  ('ses_old', 2, 2, 1, 'prompt.admitted', '{"promptId":"prm_1","content":[{"type":"text","text":"迁移数据库"}]}'),
  ('ses_old', 3, 3, 1, 'session.renamed', '{"title":"Walrus"}'),
  ('ses_old', 4, 4, 1, 'tool.called', '{"callId":"call_1","messageId":"msg_1","name":"Bash","input":{}}'),
  ('ses_old', 5, 5, 1, 'permission.asked', '{"askId":"ask_1","callId":"call_1","tool":"Bash","title":"t","resources":[],"digest":"d"}'),
  ('ses_old', 6, 9, 1, 'run.ended', '{"runId":"run_1","reason":"waiting","usage":{"input":1,"output":1},"asks":["ask_1"]}');
insert into prompts values ('ses_old', 'prm_1', 2, 2);
insert into asks values ('ses_old', 'ask_1', 'call_1', 'permission', 'open');
insert into leases values ('ses_old', 7, null, null, null, null, 8);
insert into blobs values ('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d', 1, x'00');
insert into session_blobs values ('ses_old', '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
`;
