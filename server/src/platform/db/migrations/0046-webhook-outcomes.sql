-- What came of a message in one of a few words: texts of other machines and of the network are not handed out.
alter table webhook_deliveries add column outcome text;
update webhook_deliveries set outcome = case
  when last_error is null and last_status is null then null
  when last_status between 200 and 299 then 'delivered'
  when last_status = 410 then 'gone'
  when last_status >= 500 then 'failed'
  when last_status >= 400 then 'refused'
  when last_status is not null then 'redirected'
  when last_error like 'No answer within%' then 'no-answer'
  else 'not-reachable' end;
alter table webhook_deliveries drop column last_error, drop column last_status;
