-- What is set about types of alarms (specification 2 §2); a row where something is not as usual.
create table alarm_settings (
  type text primary key,
  raised boolean not null default true,
  -- instead of the class that each alarm has by itself
  class smallint,
  counted boolean not null default true,
  -- none, critical, all
  mail text not null default 'none',
  -- {language: {title, detail}}, those that were changed
  content jsonb not null default '{}'
);

-- The class an alarm would have if none was set for its type; null: the one it has.
alter table alarms add column usual_class smallint;
-- Waits to be mailed.
alter table alarms add column mail_due boolean not null default false;
create index alarms_to_mail on alarms (store_code, alarm_id) where mail_due;

-- Which notification a mail is of.
alter table mails add column notification text;
create index mails_by_notification on mails (notification, sent_at desc) where notification is not null and sent_at is not null;
