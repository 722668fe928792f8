"""What servers and databases that are killed, told to stop or raced lose of what they acknowledged: nothing."""
