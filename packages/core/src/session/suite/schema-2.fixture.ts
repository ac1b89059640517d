import { data1, schema1 } from "./schema-1.fixture.ts";

/** The schema as version 2 wrote it, word for word, with a session and a fork of it. Never changed: such files exist. */
export const schema2 = `${schema1}
create table "snapshots" ("session_id" text primary key references "sessions" ("id"), "seq" bigint not null, "version" integer not null, "view" text not null);
create table "search_documents" ("id" integer primary key, "session_id" text not null, "seq" bigint not null, "is_title" integer not null);
create index "search_documents_session" on "search_documents" ("session_id");
create virtual table search_words using fts5(words, content='', contentless_delete=1,
      tokenize='unicode61 remove_diacritics 2');
pragma user_version=2;
`;

export const data2 = `${data1}
insert into search_documents values (1, 'ses_old', 2, 0), (2, 'ses_old', 3, 1);
insert into search_words(rowid, words) values (1, '迁移 移数 数据 据库'), (2, 'walrus');
insert into sessions values ('ses_fork', null, '/work', 'Old', 'demo/scripted', 10, 10, 2, 0, null, 1, 0);
insert into events values
  ('ses_fork', 1, 10, 1, 'session.created', '{"folder":"/work","title":"Old","settings":{"model":"demo/scripted","mode":"default"},"forkOf":{"sessionId":"ses_old","seq":1}}'),
  ('ses_fork', 2, 10, 1, 'prompt.admitted', '{"promptId":"prm_2","content":[{"type":"text","text":"a text about \\"forkOf\\""}]}');
insert into prompts values ('ses_fork', 'prm_2', 2, 2);
`;
